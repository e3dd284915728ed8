/** Adds to the list under a key, or begins one. */
export function addToList<K, V>(lists: Map<K, V[]>, key: K, item: V): void {
  const list = lists.get(key)
  // A list made anew for each item of 100,000 would hold the process for minutes.
  if (list) list.push(item)
  else lists.set(key, [item])
}
