export type DefinedProps<T extends object> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Removes undefined props, for components that distinguish them from absent props. */
export function omitUndefinedProps<T extends object>(props: T): DefinedProps<T> {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as DefinedProps<T>
}
