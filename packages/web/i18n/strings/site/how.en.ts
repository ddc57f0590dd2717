/** The page that shows how the converter works, and that no file leaves the device. */
export const how = {
  title: 'How it works, and proof that nothing is uploaded',
  description:
    'See how files are converted on your own device, and count the requests yourself: convert a file here and watch what this page sends.',
  heading: 'How it works',
  lead: 'Most converters upload your file to their servers. Here, the converter is downloaded to your device instead. Don’t take our word for it: convert a file below and watch.',
  drop: 'Choose a file to try',
  proofHeading: 'Requests this page makes while you convert',
  'proof-worker':
    'Counted by your browser’s service worker, which sees every request that this page and its conversion workers make to any site. The count includes conversion workers from other open pages on this site.',
  'proof-page':
    'Your browser recorded these requests for this page. To include requests from conversion workers and the number of bytes sent, reload the page once.',
  requests: 'Requests since you opened this page',
  foreign: 'To other sites',
  sent: 'Data sent',
  unknown: 'Not available yet',
  proofNote:
    'Parts of the converter are downloaded from this site, in requests that send no data. The engine for a file type is downloaded with the first file of that type and reused for later ones. The only data this page ever sends is anonymous usage statistics: a few hundred bytes to /api/analytics that show the source format, the target format and how long the conversion took. If your browser asks sites not to track you, not even those are sent.',
  proofNoteCopy:
    'Parts of the converter are downloaded from this site, in requests that send no data. The engine for a file type is downloaded with the first file of that type and reused for later ones. This page never sends any data.',
  list: 'All requests',
  method: 'Type',
  address: 'URL',
  sentBytes: 'Sent',
  stepsHeading: 'What happens to a file',
  step1Title: 'The file is read, not sent',
  step1Body:
    'The page reads the file directly on your device, just like a program installed on your computer. The format is detected from the content.',
  step2Title: 'A route is planned',
  step2Body:
    'If a conversion takes several steps, we choose the route that loses the least. If something will be lost, we tell you before you start.',
  step3Title: 'An engine runs in your browser',
  step3Body:
    'The engines are compiled to WebAssembly and run in workers, which use all your processor cores to convert several files at once. The engines stay on your device for next time.',
  step4Title: 'The result is yours',
  step4Body:
    'Your browser saves it like any other download, and the page discards its copy. Only unfinished files and results you haven’t downloaded are kept on your device for a day, in case you come back.',
  locksHeading: 'Why files can’t be sent secretly',
  lock1:
    'Every page that handles files comes with a security policy that forbids connections to other sites, except to file URLs you enter yourself. This policy is enforced by your browser, not by us.',
  lock2:
    'Conversions work offline. To see for yourself, convert one file, disconnect, and convert another file of the same type.',
  lock3:
    'Everything on the page comes from this site. It loads no third-party fonts, scripts or trackers, and the same policy would block them anyway.',
  alsoHeading: 'What is sent to the server',
  alsoBody:
    'Files you add on the cloud page are uploaded when you start the conversion, and converted on the server. Images you agree to send to the image studio are uploaded too, as are files that your programs send to the API with your key. Accounts, AI images and messages to us are stored on the server. The privacy page explains what is stored and for how long.',
  privacy: 'Privacy',
  proveYourself: 'How to check this with your browser’s developer tools',
} as const;
