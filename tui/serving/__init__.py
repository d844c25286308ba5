"""The app in a browser: textual-serve carries it, and a guard of our own stands in front, since it has none.

guard.py     who may come in: loopback, the right Host and Origin, a secret
server.py    the one border to textual-serve and aiohttp
driver.py    on the other side: the app, which ends where the server is gone
page.html    the page, which fetches nothing from anywhere
"""
