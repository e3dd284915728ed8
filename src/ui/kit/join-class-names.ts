/** Joins class names with a space, skipping false, undefined and empty ones. */
export function joinClassNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
