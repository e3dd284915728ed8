/** List parameters that describe only the shown rows, and nothing about an account. */
const LIST_PARAMETERS = ['filter', 'order', 'page', 'limit']

/** Parameters whose values are recorded, by route pattern. For all others, and on other routes, only the name is recorded. */
const RECORDED_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  '/activity': LIST_PARAMETERS,
  '/activity/assets': LIST_PARAMETERS,
  '/applications': LIST_PARAMETERS,
  '/assets': LIST_PARAMETERS,
  '/bodies': LIST_PARAMETERS,
  '/jobs': LIST_PARAMETERS,
  '/tags': LIST_PARAMETERS,
  '/tokens': LIST_PARAMETERS,
  '/trash': LIST_PARAMETERS,
  '/users': LIST_PARAMETERS,
  '/users/$id/assets': LIST_PARAMETERS,
  '/wardrobe': LIST_PARAMETERS,
  '/webhooks': LIST_PARAMETERS,
}

/**
 * Returns the page's URL for a recording: the route's pattern and the parameters. Only values of {@link RECORDED_PARAMETERS} are
 * included, because ids of mailed links are secrets.
 */
export function maskPageUrl({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const pattern = pathname.replace(/[^/]+/g, (part) => (/^[a-z]+(-[a-z]+)*$/.test(part) ? part : '$id'))
  const recordedNames = RECORDED_PARAMETERS[pattern.replace(/(.)\/$/, '$1')] ?? []
  const parameters = [...new URLSearchParams(search)].map(([name, value]) => {
    // An unusual name may be a value whose name was lost.
    if (!/^[a-zA-Z]{1,32}$/.test(name)) return '…'
    return recordedNames.includes(name) ? `${name}=${encodeURIComponent(value)}` : name
  })
  return parameters.length > 0 ? `${pattern}?${parameters.join('&')}` : pattern
}
