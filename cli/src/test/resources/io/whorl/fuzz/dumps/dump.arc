filedesc://a.arc 0.0.0.0 20040101000000 text/plain 75
1 0 Alexa Internet
URL IP-address Archive-date Content-type Archive-length

http://a/ 1.2.3.4 20040101000000 text/html 333
HTTP/1.1 200 OK
Content-Type: text/html; charset=utf-8

<p>The lamp of a lighthouse turns slowly. Ships see it from twenty miles away.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.

http://b/with spaces 1.2.3.4 20040101000000 text/html 333
HTTP/1.1 200 OK
Content-Type: text/html; charset=utf-8

<p>The lamp of a lighthouse turns slowly. Ships see it from twenty miles away.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.

dns:c 1.2.3.4 20040101000000 text/html 333
HTTP/1.1 200 OK
Content-Type: text/html; charset=utf-8

<p>The lamp of a lighthouse turns slowly. Ships see it from twenty miles away.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.
way.

