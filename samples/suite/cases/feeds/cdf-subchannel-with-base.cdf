<?xml version="1.0"?>
<CHANNEL BASE="http://feed.example.org/d/"><CHANNEL BASE="http://inner.example.org/i/"><ITEM HREF="ref1.html"/></CHANNEL></CHANNEL>
