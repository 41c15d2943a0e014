// SPDX-License-Identifier: MIT

// Shared by the runners in Go: the protocol of README.md, and the links of HTML as programs take them.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"

	"golang.org/x/net/html"
)

const attributes = " href src action formaction cite data poster background longdesc "

// Adds the links below a node, and the base if there is none yet.
func collect(node *html.Node, base *url.URL, links *[]string) {
	for _, attribute := range node.Attr {
		if node.Data != "base" && strings.Contains(attributes, " "+attribute.Key+" ") {
			*links = append(*links, attribute.Val)
		} else if found, failed := url.Parse(attribute.Val); attribute.Key == "href" && failed == nil && base.String() == "" {
			*base = *found
		}
	}
	for child := node.FirstChild; child != nil; child = child.NextSibling {
		collect(child, base, links)
	}
}

// Answers the paths on standard input. read() returns the pages of a file, and the Content-IDs of its parts.
func serve(endings []string, read func(path string) (pages []string, ids []string)) {
	for lines, output := bufio.NewScanner(os.Stdin), json.NewEncoder(os.Stdout); lines.Scan(); fmt.Println() {
		path, is_read := lines.Text(), false
		for _, ending := range endings {
			is_read = is_read || strings.HasSuffix(path, ending)
		}
		if !is_read {
			fmt.Println(`{"unsupported": true}`)
			continue
		}
		pages, ids := read(path)
		parts := map[string]string{}
		for _, id := range ids {
			parts["cid:"+id] = id
		}
		for _, page := range pages {
			document, _ := html.Parse(strings.NewReader(page))
			base, links := new(url.URL), []string{}
			collect(document, base, &links)
			for _, link := range links {
				row := map[string]any{"reference": link, "resolved": nil}
				if id, is_part := parts[link]; is_part {
					row["part"] = id
				} else if target, failed := base.Parse(link); failed == nil && target.IsAbs() {
					row["resolved"] = target.String()
				}
				output.Encode(row)
			}
		}
	}
}
