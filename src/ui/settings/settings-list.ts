/** What the lists share that only the settings lead to: the way there, and neither filters nor an order. */
export const SETTINGS_LIST = {
  trail: [{ to: '/settings', word: 'nav.settings' }],
  filters: [],
  sortable: [],
  order: {},
}
