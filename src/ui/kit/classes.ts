/** Joins class names with a space; what is false, undefined or empty is left out. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
