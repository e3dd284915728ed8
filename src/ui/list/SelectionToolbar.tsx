import { type ComponentType, useEffect } from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import { type Part, part } from '../kit/part.ts'
import { usePart } from '../kit/use-part.ts'
import type { BulkBarProps } from './BulkBar.tsx'
import type { Work } from './use-work.ts'

const bulkBar = part(async () => (await import('./BulkBar.tsx')).BulkBar)

/** The toolbar of what can be done to the selected rows; loaded when first wanted. */
export function SelectionToolbar<R extends Row>({ work }: { work: Work<R> }) {
  const { list, selection, selected, onRun, more } = work
  const [BulkBar, ask] = usePart(bulkBar as unknown as Part<ComponentType<BulkBarProps<R>>>)
  const { length } = selected
  useEffect(() => {
    if (length > 0) ask('want')
  }, [length, ask])
  if (!BulkBar || !list.bulk || !selection || length === 0) return null
  return (
    <BulkBar
      actions={list.bulk}
      rows={selected}
      pictureOf={(row) => list.phone(row).picture}
      onRun={onRun}
      onClear={selection.clear}
      more={more}
    />
  )
}
