export const messages = {
  'trash.title': 'Trash',
  'trash.failed': 'The trash didn’t load',
  'trash.empty':
    'Deleted assets stay here for 30 days. Until then you can restore them with everything they were part of.',
  'trash.deleted': 'Deleted',
  'trash.deleted.tip': 'When it was deleted, and by whom.',
  'trash.purges': 'Expires',
  'trash.purges.tip': 'When it is deleted for good, with its files.',
  'trash.restore': 'Restore',
  'trash.restored': '{n} assets restored',
  'trash.restored.one': '{name} restored',
  'trash.purge': 'Delete for good',
  'trash.purged': '{n} assets deleted for good',
  'trash.purged.one': '{name} deleted for good',
  'trash.notChanged': '{n} assets not changed',
  'trash.notChanged.one': '1 asset not changed',
} as const
