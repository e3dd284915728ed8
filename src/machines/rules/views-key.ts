/** Under which key a device keeps the views of a list, and what all such keys are like. */
export const viewsKey = (listId: string) => `list/${listId}/views`
export const VIEWS_KEYS = /^list\/.+\/views$/
