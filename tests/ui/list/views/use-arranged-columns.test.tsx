// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DEFAULT_LAYOUT } from '../../../../src/machines/views/layout.ts'
import type { Column } from '../../../../src/ui/list/definition.ts'
import { useArrangedColumns } from '../../../../src/ui/list/views/use-arranged-columns.ts'

test('returns all columns at first, and omits hidden columns once the code for layouts is loaded', async () => {
  const columns = ['name', 'type', 'size'].map(
    (field) => ({ field, title: field }) as unknown as Column<{ id: string }>,
  )
  let renders = 0
  const { result, rerender } = renderHook(
    (layout) => {
      renders += 1
      return useArrangedColumns(columns, layout)
    },
    { initialProps: DEFAULT_LAYOUT },
  )
  expect([renders, result.current]).toEqual([1, columns])
  rerender({ ...DEFAULT_LAYOUT, hidden: ['type'] })
  await waitFor(() => expect(result.current.map(({ field }) => field)).toEqual(['name', 'size']))
})
