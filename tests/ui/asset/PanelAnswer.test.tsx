// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, type ErrorCode, refusal } from '../../../src/api/contract/errors.ts'
import { PanelAnswer } from '../../../src/ui/asset/PanelAnswer.tsx'
import { AtelierContext } from '../../../src/ui/context.ts'
import { translateIn } from '../../support/translate.ts'

afterEach(cleanup)

const show = (error: unknown, askAgain = () => {}) =>
  render(
    <AtelierContext value={{ translate: translateIn('en') } as never}>
      <PanelAnswer asking={{ answer: undefined, latest: undefined, error, isBusy: false, askAgain }}>
        {() => null}
      </PanelAnswer>
    </AtelierContext>,
  )

test.each([
  ['INTERNAL', 'Something went wrong on our side. Try again.', 1],
  ['FORBIDDEN', 'You don’t have permission to do this. Ask an admin for it.', 0],
] as const)('what failed (%s) is asked for again where that may help', (code: ErrorCode, sentence, buttons) => {
  show(refusal('views', code))
  expect(screen.getByRole('alert').textContent).toContain(sentence)
  expect(screen.queryAllByRole('button', { name: 'Retry' })).toHaveLength(buttons)
})

test('what did not come because the service was out of reach is asked for once the browser is online', () => {
  const askAgain = vi.fn()
  show(new ApiError('FETCH_ERROR', 'views'), askAgain)
  expect(askAgain).not.toHaveBeenCalled()
  act(() => void dispatchEvent(new Event('online')))
  expect(askAgain).toHaveBeenCalledOnce()
})
