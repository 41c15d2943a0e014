<?xml version="1.0"?>
<CHANNEL BASE="http://feed.example.org/d/" HREF="ref1.html"/>
