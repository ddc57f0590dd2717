/** Third-party notices. */
export const licenses = {
  title: 'Open-source licenses',
  description: 'The open-source programs, libraries and the typeface this site is built on, with their versions and licenses.',
  heading: 'Open-source licenses',
  lead: 'This site is built on the work of others. Here is what it ships, and under which terms.',
  enginesHeading: 'Conversion engines',
  enginesBody: 'Each runs as a program of its own inside a worker of your browser.',
  librariesHeading: 'Libraries and typeface',
  fullText: 'All license texts in one file',
  columnName: 'Name',
  columnVersion: 'Version',
  columnLicense: 'License',
} as const;
