import { type ComponentType, useEffect } from 'react'
import type { Row } from '../../../machines/list/paging.ts'
import { type LazyModule, lazyModule } from '../../kit/loading/lazy-module.ts'
import { useLazyModule } from '../../kit/loading/use-lazy-module.ts'
import type { ListWorkspace } from '../use-list-workspace.ts'
import type { BulkBarProps } from './BulkBar.tsx'

const lazyBulkBar = lazyModule(async () => (await import('./BulkBar.tsx')).BulkBar)

/** Selection toolbar, loaded with the first selection. */
export function SelectionToolbar<R extends Row>({ work }: { work: ListWorkspace<R> }) {
  const { list, selection, selected, onRun, more } = work
  const [BulkBar, requestModule] = useLazyModule(lazyBulkBar as unknown as LazyModule<ComponentType<BulkBarProps<R>>>)
  const { length } = selected
  useEffect(() => {
    if (length > 0) requestModule('load')
  }, [length, requestModule])
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
