// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PLAIN_LAYOUT } from '../../../src/machines/rules/layout.ts'
import type { Column } from '../../../src/ui/list/definition.ts'
import { useColumns } from '../../../src/ui/list/use-columns.ts'

test('what arranges columns draws nobody’s anew who left them as they are, and comes for who does not', async () => {
  const columns = ['name', 'type', 'size'].map(
    (field) => ({ field, title: field }) as unknown as Column<{ id: string }>,
  )
  let draws = 0
  const { result, rerender } = renderHook(
    (layout) => {
      draws += 1
      return useColumns(columns, layout)
    },
    { initialProps: PLAIN_LAYOUT },
  )
  expect([draws, result.current]).toEqual([1, columns])
  rerender({ ...PLAIN_LAYOUT, hidden: ['type'] })
  await waitFor(() => expect(result.current.map(({ field }) => field)).toEqual(['name', 'size']))
})
