<?xml version="1.0"?>
<CHANNEL BASE="http://feed.example.org/d/"><ABSTRACT>&lt;a href="ref1.html"&gt;x&lt;/a&gt;</ABSTRACT></CHANNEL>
