<?xml version="1.0"?>
<CHANNEL BASE="http://feed.example.org/d/"><CHANNEL HREF="ref1.html"/></CHANNEL>
