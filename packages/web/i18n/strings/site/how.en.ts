/** The page that shows how the converter works, and that no file leaves the device. */
export const how = {
  title: 'How it works, and proof that nothing is uploaded',
  description:
    'See how files are converted on your own device, and count the requests yourself: convert a file here and watch what this page sends.',
  heading: 'How it works',
  lead: 'Other converters upload your file to their servers. Here, the converter is downloaded to your computer instead. Don’t take our word for it: convert a file below and watch.',
  drop: 'Choose a file to try',
  proofHeading: 'Requests this page makes while you convert',
  'proof-worker':
    'Counted by your browser’s service worker, which sees every request this page and its conversion workers make, to any site. The count includes workers from other open pages of this site.',
  'proof-page':
    'Based on your browser’s log of this page’s requests. Reload the page once to also count requests from conversion workers and the bytes sent.',
  requests: 'Requests since you opened this page',
  foreign: 'To other sites',
  sent: 'Data sent',
  unknown: 'Not known yet',
  proofNote:
    'Requests without content download parts of the converter from this site: the first file of each type needs an engine, and later ones don’t. The only data this page ever sends is anonymous usage statistics (/api/analytics, a few hundred bytes: which format was converted to which, and how long it took), and not even that if your browser asks not to be tracked.',
  proofNoteCopy:
    'Requests without content download parts of the converter from this site: the first file of each type needs an engine, and later ones don’t. This page never sends any data.',
  list: 'All requests',
  method: 'Type',
  address: 'URL',
  sentBytes: 'Sent',
  stepsHeading: 'What happens to a file',
  step1Title: 'The file is read, not sent',
  step1Body:
    'The browser passes the file to the page, as it would to a program on your computer. Its format is detected from the content.',
  step2Title: 'A route is planned',
  step2Body:
    'If a conversion takes several steps, we choose the route that loses the least. If something will be lost, we tell you before you start.',
  step3Title: 'An engine runs in your browser',
  step3Body:
    'The engines are compiled to WebAssembly and run in workers, which use all your processor cores to convert several files at once. They stay on your device for next time.',
  step4Title: 'The result is yours',
  step4Body:
    'Your browser saves it like any download. The page then releases the file. Only unfinished files stay on your device for a day, in case you come back.',
  locksHeading: 'Why files can’t be sent secretly',
  lock1:
    'A security policy sent with every page that handles files forbids connections to other sites, except for file URLs you enter yourself. Your browser enforces this policy, not us.',
  lock2: 'Conversions work offline: convert one file, disconnect, and convert another file of the same type.',
  lock3:
    'Everything on the page comes from this site. No third-party fonts, scripts or trackers are loaded, and the same policy would block them.',
  alsoHeading: 'What is sent to the server',
  alsoBody:
    'Files you send from the cloud page are uploaded when you press the button there, and converted on the server. The same goes for images you agree to send in the image studio, and for files your programs send to the API with your key. Accounts, AI images and messages to us need the server, so they are stored there. The privacy page explains what is stored and for how long.',
  privacy: 'Privacy',
  proveYourself: 'How to check it with your browser’s developer tools',
} as const;
