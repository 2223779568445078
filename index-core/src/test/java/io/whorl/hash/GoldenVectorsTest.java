package io.whorl.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.scheme.Hashing;
import io.whorl.scheme.SchemeBuilder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Minutiae are stored, so these never change. Computed from DEFINITIONS by another program, in another language. */
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
        "RABIN,32,a,d7a8c54,dd7384a4",
        "RABIN,32,rose,253dfc82,1ee40b5e",
        "RABIN,32,a rose is a,70abd695,278f4e54",
        "RABIN,32,the quick brown fox,baf6f988,44f9f8b5",
        "RABIN,32,naïve façade œuvre 42,cf8530cc,5e8e198f",
        "RABIN,40,a,7efccb07ea,866ef2c667",
        "RABIN,40,rose,2051873bf1,1a5c280513",
        "RABIN,40,a rose is a,f04ac62a4b,79491422f7",
        "RABIN,40,the quick brown fox,cf389f8fdd,f3c9e95287",
        "RABIN,40,naïve façade œuvre 42,6ae0d581cb,4090c003f",
        "RABIN,64,a,c503653963f06110,bbe6f6e9bc934747",
        "RABIN,64,rose,d03878ecb6c3bf02,c5cac77d2acdfac1",
        "RABIN,64,a rose is a,b7e89cd4dfa0147a,7dd1469bf769b342",
        "RABIN,64,the quick brown fox,4ddb82f93856d4bf,f5b79420e0414425",
        "RABIN,64,naïve façade œuvre 42,1e5184499464e96,613a03ae9a818c06"
    })
    void minutiaAndOrderOfTheDefaultSeed(Hashing.Algorithm algorithm, int bits, String text, String minutia, String order) {
        ChunkHash hash = ChunkHash.of(new Hashing(algorithm, bits, SchemeBuilder.DEFAULT_SEED));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long found = hash.finish(hash.absorb(hash.start(), bytes, 0, bytes.length));
        assertEquals(minutia, Long.toHexString(found));
        assertEquals(order, Long.toHexString(hash.order(found)));
    }

    @ParameterizedTest
    @CsvSource({
        "32,cfc02eed",
        "40,cc5a676c5d",
        "64,1c3dfda3b080fa3b"
    })
    void polynomialOfTheDefaultSeed(int bits, String low) {
        assertEquals(low, Long.toHexString(new RabinHash(bits, SchemeBuilder.DEFAULT_SEED).polynomial()));
    }
}
