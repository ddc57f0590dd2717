type RecordJudge = {
  readonly program: string;
  readonly arguments: (file: string) => readonly string[];
  readonly accepts: RegExp;
};

const python = (script: string): RecordJudge => ({
  program: 'python3',
  arguments: (file) => ['-c', script, file],
  accepts: /^[1-9]/,
});

const openssl = (form: string): RecordJudge => ({
  program: 'openssl',
  arguments: (file) => ['asn1parse', '-inform', form, '-in', file],
  accepts: /SEQUENCE/,
});

/** Checks that every element has the required children. */
const RSS = `
import sys
from email.utils import parsedate_to_datetime
from xml.etree import ElementTree
root = ElementTree.parse(sys.argv[1]).getroot()
assert root.tag == 'rss' and root.get('version') == '2.0'
channel = root.find('channel')
assert all(channel.find(name) is not None for name in ('title', 'link', 'description'))
items = channel.findall('item')
assert all(item.findtext('title') or item.findtext('description') for item in items)
for item in items:
    if item.findtext('pubDate'): parsedate_to_datetime(item.findtext('pubDate'))
print(1 + len(items))
`;
const ATOM = `
import sys
from datetime import datetime
from xml.etree import ElementTree
A = '{http://www.w3.org/2005/Atom}'
feed = ElementTree.parse(sys.argv[1]).getroot()
assert feed.tag == A + 'feed'
for each in [feed] + feed.findall(A + 'entry'):
    assert each.find(A + 'id').text and each.find(A + 'title') is not None
    datetime.fromisoformat(each.find(A + 'updated').text)
print(1 + len(feed.findall(A + 'entry')))
`;
const JSON_FEED = `
import json, sys
feed = json.load(open(sys.argv[1], encoding='utf-8'))
assert feed['version'].startswith('https://jsonfeed.org/version/') and feed['title'] is not None
assert all(item['id'] and ('content_html' in item or 'content_text' in item) for item in feed['items'])
print(1 + len(feed['items']))
`;
const M3U = `
import sys
lines = open(sys.argv[1], encoding='utf-8').read().splitlines()
assert lines[0] == '#EXTM3U'
print(len([line for line in lines if line and not line.startswith('#')]))
`;
const PLS = `
import configparser, sys
parser = configparser.RawConfigParser()
parser.read(sys.argv[1], encoding='utf-8')
count = parser.getint('playlist', 'NumberOfEntries')
assert all(parser.get('playlist', 'File%d' % (each + 1)) for each in range(count))
print(count)
`;
const XSPF = `
import sys
from xml.etree import ElementTree
X = '{http://xspf.org/ns/0/}'
root = ElementTree.parse(sys.argv[1]).getroot()
assert root.tag == X + 'playlist' and root.get('version') == '1'
print(len([track.find(X + 'location').text for track in root.find(X + 'trackList')]))
`;
const ASX = `
import sys
from xml.etree import ElementTree
root = ElementTree.parse(sys.argv[1]).getroot()
assert root.tag == 'asx' and root.get('version') == '3.0'
print(len([entry.find('ref').get('href') for entry in root.findall('entry')]))
`;
const WPL = `
import sys
from xml.etree import ElementTree
assert open(sys.argv[1], encoding='utf-8').read().startswith('<?wpl')
root = ElementTree.parse(sys.argv[1]).getroot()
assert root.tag == 'smil'
print(len([media.get('src') for media in root.iter('media')]))
`;
/** Checks the address in each kind of shortcut. */
const INI_ADDRESS = `
import configparser, sys
parser = configparser.RawConfigParser()
parser.optionxform = str
parser.read(sys.argv[1], encoding='utf-8')
section = parser.sections()[0]
assert section in ('InternetShortcut', 'Desktop Entry')
print(len(parser.get(section, 'URL')))
`;
const WEBLOC = `
import plistlib, sys
print(len(plistlib.load(open(sys.argv[1], 'rb'))['URL']))
`;
/** Decodes Base64 and uuencode with Python's standard library. */
const BASE64 = `
import base64, sys
print(len(base64.b64decode(open(sys.argv[1], 'rb').read(), validate=False)))
`;
const UUE = `
import binascii, sys
lines = open(sys.argv[1], 'rb').read().splitlines()
assert lines[0].startswith(b'begin ') and lines[-1] == b'end'
print(sum(len(binascii.a2b_uu(line)) for line in lines[1:-1]))
`;
/** Implements the specification of TOON: headers give the number of lines or values that follow. */
const TOON = `
import re, sys
lines = open(sys.argv[1], encoding='utf-8').read().rstrip('\\n').split('\\n')
depth = lambda line: (len(line) - len(line.lstrip(' '))) // 2
for at, line in enumerate(lines):
    assert (len(line) - len(line.lstrip(' '))) % 2 == 0 and '\\t' not in line[:1]
    header = re.match(r'^ *(?:- )?(?:"(?:[^"\\\\\\\\]|\\\\\\\\.)*"|[^":\\[\\]]*)\\[(\\d+)\\](?:\\{.*\\})?:$', line)
    if header and int(header.group(1)) > 0:
        own = depth(line) + (1 if line.lstrip().startswith('- ') else 0)
        below = []
        for next in lines[at + 1:]:
            if depth(next) <= own: break
            below.append(depth(next))
        assert below.count(own + 1) == int(header.group(1)), line
print(len(lines))
`;

/** Checks that every header and part is valid and can be decoded. */
const MAIL = `
import sys
from email import policy, message_from_bytes
mail = message_from_bytes(open(sys.argv[1], 'rb').read(), policy=policy.default)
assert mail['from'] or mail['to'] or mail['subject']
for part in mail.walk():
    assert not part.defects, part.defects
    if not part.is_multipart(): part.get_content()
for name in mail.keys(): str(mail[name])
print(1)
`;
const MAILBOX = `
import mailbox, sys
mails = list(mailbox.mbox(sys.argv[1], create=False))
assert all(mail['from'] or mail['to'] or mail['subject'] for mail in mails)
assert not any(part.defects for mail in mails for part in mail.walk())
print(len(mails))
`;

export const RECORD_JUDGES: Readonly<Record<string, RecordJudge>> = {
  eml: python(MAIL),
  mbox: python(MAILBOX),
  pem: openssl('PEM'),
  der: openssl('DER'),
  rss: python(RSS),
  atom: python(ATOM),
  jsonfeed: python(JSON_FEED),
  m3u: python(M3U),
  pls: python(PLS),
  xspf: python(XSPF),
  asx: python(ASX),
  wpl: python(WPL),
  url: python(INI_ADDRESS),
  desktop: python(INI_ADDRESS),
  webloc: python(WEBLOC),
  base64: python(BASE64),
  uue: python(UUE),
  toon: python(TOON),
};
