// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError, createApiError, type ErrorCode } from '../../../src/api/contract/errors.ts'
import { PanelQueryContent } from '../../../src/ui/asset/PanelQueryContent.tsx'
import { AtelierContext } from '../../../src/ui/context.ts'
import { createTranslateFor } from '../../support/translate.ts'

const show = (error: unknown, refetch = () => {}) =>
  render(
    <AtelierContext value={{ translate: createTranslateFor('en') } as never}>
      <PanelQueryContent query={{ data: undefined, latestData: undefined, error, isBusy: false, refetch }}>
        {() => null}
      </PanelQueryContent>
    </AtelierContext>,
  )

test.each([
  ['INTERNAL', 'Something went wrong on our side. Try again.', 1],
  ['FORBIDDEN', 'You don’t have permission to do this. Ask an admin for it.', 0],
] as const)('shows the error %s, and “Retry” only if a retry can help', (code: ErrorCode, sentence, buttons) => {
  show(createApiError('views', code))
  expect(screen.getByRole('alert').textContent).toContain(sentence)
  expect(screen.queryAllByRole('button', { name: 'Retry' })).toHaveLength(buttons)
})

test('repeats a request to an unreachable service when the browser is online again', () => {
  const refetch = vi.fn()
  show(new ApiError('FETCH_ERROR', 'views'), refetch)
  expect(refetch).not.toHaveBeenCalled()
  act(() => void dispatchEvent(new Event('online')))
  expect(refetch).toHaveBeenCalledOnce()
})
