import type { BulkItem, BulkOutcome } from '../../../machines/bulk/bulk.machine.ts'
import { type BulkRequest, callForEachRow } from '../bulk-action.ts'

/**
 * Moves rows to the top or end of a list of `total` rows and keeps their relative order. Without `total`, moves rows back to
 * their old positions. Moves one row at a time, in an order in which no move shifts the remaining rows.
 */
export function moveRows(
  savePosition: (id: string, position: number) => Promise<void>,
  request: BulkRequest,
  total?: number,
): Promise<BulkOutcome> {
  const isToTop = request.choice === 'top'
  const isRevert = total === undefined
  const sign = isToTop === isRevert ? -1 : 1
  const items = request.items.toSorted((one, other) => (positionOf(one) - positionOf(other)) * sign)
  let movedCount = 0
  const moveRow = async (id: string, item: BulkItem) => {
    await savePosition(id, isRevert ? positionOf(item) : isToTop ? movedCount + 1 : total - movedCount)
    movedCount += 1
  }
  return callForEachRow({ ...request, items }, moveRow, 1)
}

const positionOf = ({ position = 0 }: BulkItem) => position
