import type { BulkItem, BulkOutcome } from '../../machines/bulk.machine.ts'
import { type BulkWork, eachRow } from './bulk.ts'

/**
 * Moves rows to the top or the end of a list of `total`, in the order they have; without a
 * total back to where they were. One after the other, each in such a turn that it leaves those that are still to be moved
 * where they are. Loaded when first wanted.
 */
export function moveRows(
  saveAt: (id: string, position: number) => Promise<void>,
  work: BulkWork,
  total?: number,
): Promise<BulkOutcome> {
  const isUp = work.choice === 'top'
  const isBack = total === undefined
  const turn = isUp === isBack ? -1 : 1
  const items = work.items.toSorted((one, other) => (placeOf(one) - placeOf(other)) * turn)
  let moved = 0
  const call = async (id: string, item: BulkItem) => {
    await saveAt(id, isBack ? placeOf(item) : isUp ? moved + 1 : total - moved)
    moved += 1
  }
  return eachRow({ ...work, items }, call, 1)
}

const placeOf = ({ place = 0 }: BulkItem) => place
