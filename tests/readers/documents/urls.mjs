// The URL Standard for rules.py: reads lines of JSON [reference, base], and answers each with the URL as {href, protocol, origin, pathname}, or null.
import readline from 'node:readline';

for await (const line of readline.createInterface({input: process.stdin})) {
  const [reference, base] = JSON.parse(line);
  let made = null;
  try {
    const {href, protocol, origin, pathname} = new URL(reference, base ?? undefined);
    made = {href, protocol, origin, pathname};
  } catch {
    // It is no URL.
  }
  console.log(JSON.stringify(made));
}
