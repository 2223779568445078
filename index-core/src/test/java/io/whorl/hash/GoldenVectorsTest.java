package io.whorl.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.scheme.Hashing;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Minutiae are stored, so these values must never change. They were computed from docs/DEFINITIONS.md by an independent
 * program in another language.
 */
class GoldenVectorsTest {
    @ParameterizedTest
    @CsvSource({
        "RZ,32,a,b1d45f1e,a9197627",
        "RZ,32,rose,f0e23ea7,45c1da0",
        "RZ,32,a rose is a,960ff9b0,f3cc317f",
        "RZ,32,the quick brown fox,5c6b53d9,b5e0785d",
        "RZ,32,naïve façade œuvre 42,79fca55f,7ac3fd7d",
        "RZ,40,a,b1d45f1ed5,9f9a045121",
        "RZ,40,rose,f0e23ea7a9,69274ab15e",
        "RZ,40,a rose is a,960ff9b0fc,648f6683cf",
        "RZ,40,the quick brown fox,5c6b53d9f6,da271fe269",
        "RZ,40,naïve façade œuvre 42,79fca55f8d,fa159ff29a",
        "RZ,64,a,b1d45f1ed5eef99a,635ffd90ef6707bb",
        "RZ,64,rose,f0e23ea7a946b119,86a5e3f12897b45c",
        "RZ,64,a rose is a,960ff9b0fca203b2,95d443634ddf263c",
        "RZ,64,the quick brown fox,5c6b53d9f639b557,d7ecb64079ccaa03",
        "RZ,64,naïve façade œuvre 42,79fca55f8de9e1e2,cc9e6650163dbc47",
        "RABIN,32,a,39120eca,ae075aaa",
        "RABIN,32,rose,7443539f,a4bcd96f",
        "RABIN,32,a rose is a,b3e42140,9128c4fe",
        "RABIN,32,the quick brown fox,6b29a801,2ed99e4a",
        "RABIN,32,naïve façade œuvre 42,fb31d9a5,1a38190c",
        "RABIN,40,a,d7be3d9749,763e6e5ce",
        "RABIN,40,rose,dca26a3784,834efbdc6",
        "RABIN,40,a rose is a,e3e91db888,ecdac984a2",
        "RABIN,40,the quick brown fox,f584bb942,5e776fbbb7",
        "RABIN,40,naïve façade œuvre 42,b94cf55484,918085e426",
        "RABIN,64,a,e4d4a6797e3e498b,c2e2340402032496",
        "RABIN,64,rose,8427e578ddca0f47,d6066c75e6072680",
        "RABIN,64,a rose is a,55dc78a526fe77fe,d21d8d5a799cb928",
        "RABIN,64,the quick brown fox,b92eaafc6b831262,e765a00111d66820",
        "RABIN,64,naïve façade œuvre 42,4e41501c426e3494,120ff2fd97436ddf"
    })
    void minutiaAndOrderOfTheDefaultSeed(
            Hashing.Algorithm algorithm, int bits, String text, String minutia, String order) {
        ChunkHash hash = ChunkHash.of(new Hashing(algorithm, bits, Hashing.DEFAULT_SEED));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long found = hash.finish(hash.absorb(hash.start(), bytes, 0, bytes.length));
        assertEquals(minutia, Long.toHexString(found));
        assertEquals(order, Long.toHexString(hash.order(found)));
    }

    @ParameterizedTest
    @CsvSource({"32,cfc02eed", "40,cc5a676c5d", "64,1c3dfda3b080fa3b"})
    void polynomialOfTheDefaultSeed(int bits, String low) {
        assertEquals(low, Long.toHexString(new RabinHash(bits, Hashing.DEFAULT_SEED).polynomial()));
    }
}
