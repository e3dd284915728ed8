/** Device storage key of a list's views, and the pattern of all such keys. */
export const viewsKey = (listId: string) => `list/${listId}/views`
export const VIEWS_KEY_PATTERN = /^list\/.+\/views$/
