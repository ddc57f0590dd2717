/** Third-party notices. */
export const licenses = {
  title: 'Open-source licenses',
  description: 'The open-source programs, libraries and font behind this site, with their versions and licenses.',
  heading: 'Open-source licenses',
  lead: 'This site is built on open-source software. Here’s what it includes and how each part is licensed.',
  enginesHeading: 'Conversion engines',
  enginesBody: 'Each one runs as a separate program in a browser worker.',
  librariesHeading: 'Libraries and font',
  fullText: 'All license texts in one file',
  columnName: 'Name',
  columnVersion: 'Version',
  columnLicense: 'License',
} as const;
