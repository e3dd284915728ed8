/** Shared definition of lists below the settings: breadcrumbs, no filters and no sorting. */
export const SETTINGS_LIST_BASE = {
  breadcrumbs: [{ to: '/settings', word: 'nav.settings' as const }],
  filters: [],
  sortable: [],
  order: {},
}
