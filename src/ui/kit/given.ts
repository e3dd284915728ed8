/** What stays of props once the undefined ones are gone. */
export type Given<T extends object> = { [K in keyof T]?: Exclude<T[K], undefined> }

/**
 * The same props without those that are undefined, so that optional ones can be handed on to a component that tells
 * "absent" from "undefined".
 */
export function given<T extends object>(props: T): Given<T> {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as Given<T>
}
