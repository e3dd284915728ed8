export function addToList<K, V>(lists: Map<K, V[]>, key: K, item: V): void {
  const list = lists.get(key)
  // Copying the list for each of 100,000 items would block the process for minutes.
  if (list) list.push(item)
  else lists.set(key, [item])
}
