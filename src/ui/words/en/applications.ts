/** Sentences of the list of applications. */
export const words = {
  'applications.title': 'Applications',
  'applications.failed': 'The applications didn’t load',
  'applications.empty': 'Applications are made by an admin of the server. Their assets show up here.',
  'applications.search': 'Name',
  'applications.application': 'Application',
  'applications.created': 'Created',
  'applications.copyId': 'Copy ID',
  'applications.copied': 'Copied',
  'applications.open': 'Show assets',
  'applications.export': 'Export as archive',
  'applications.export.title': 'Export {name}',
  'applications.export.coming': 'All assets with their files, as one archive. Keep this window open.',
  'applications.export.of': '{received} of {total}',
  'applications.export.saved': '{file} is in your downloads: {size}.',
}
