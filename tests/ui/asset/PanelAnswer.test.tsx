// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type ErrorCode, refusal } from '../../../src/api/contract/errors.ts'
import { PanelAnswer } from '../../../src/ui/asset/PanelAnswer.tsx'
import { AtelierContext } from '../../../src/ui/context.ts'
import { translateIn } from '../../support/translate.ts'

afterEach(cleanup)

test.each([
  ['INTERNAL', 'Something went wrong on our side. Try again.', 1],
  ['FORBIDDEN', 'You don’t have permission to do this. Ask an admin for it.', 0],
] as const)('what failed (%s) is asked for again where that may help', (code: ErrorCode, sentence, buttons) => {
  const error = refusal('views', code)
  render(
    <AtelierContext value={{ translate: translateIn('en') } as never}>
      <PanelAnswer asking={{ answer: undefined, latest: undefined, error, isBusy: false, askAgain: () => {} }}>
        {() => null}
      </PanelAnswer>
    </AtelierContext>,
  )
  expect(screen.getByRole('alert').textContent).toContain(sentence)
  expect(screen.queryAllByRole('button', { name: 'Retry' })).toHaveLength(buttons)
})
