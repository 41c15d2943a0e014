<?xml version="1.0"?>
<CHANNEL BASE="http://feed.example.org/d/"><LOGO HREF="ref1.gif" STYLE="ICON"/></CHANNEL>
