import { useState } from 'react'

/** Which fields of a form were left: from then on what is wrong with them is said. */
export function useLeft() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  return {
    wasLeft: (field: string) => left.has(field),
    leave: (field: string) => setLeft((old) => (old.has(field) ? old : new Set(old).add(field))),
  }
}
