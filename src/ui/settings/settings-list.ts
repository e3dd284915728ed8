/** Common definition of the lists in the settings: breadcrumbs, no filters and no sorting. */
export const SETTINGS_LIST_BASE = {
  breadcrumbs: [{ to: '/settings', labelKey: 'nav.settings' as const }],
  filters: [],
  sortable: [],
  order: {},
}
