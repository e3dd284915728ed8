// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AtelierContext } from '../../../src/ui/context.ts'
import { ViewDialog } from '../../../src/ui/list/ViewDialog.tsx'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

afterEach(cleanup)

function ask(mayShare: boolean) {
  const saved: unknown[] = []
  render(
    <AtelierContext value={{ language: 'en', translate: translateIn('en') } as never}>
      <ViewDialog
        {...{ initial: '', taken: ['Coats'], isOnDevice: false, mayShare }}
        onSave={(...view) => saved.push(view)}
        onClose={() => saved.push('closed')}
      />
    </AtelierContext>,
  )
  const name = screen.getByRole('textbox', { name: 'Name' })
  const type = (value: string) => fireEvent.change(name, { target: { value } })
  return { saved, type, send: () => fireEvent.submit(name.closest('form')!) }
}
const save = () => screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement

test('a view is saved under its name, and shared with everyone in one go where that is wanted', () => {
  const { saved, type, send } = ask(true)
  expect(save().disabled).toBe(true)
  send()
  type(' Hats ')
  send()
  fireEvent.click(screen.getByRole('switch', { name: 'Share with everyone' }))
  send()
  expect(saved).toEqual([
    ['Hats', false],
    ['Hats', true],
  ])
})

test('who may not share is not asked; a name that is taken says so', () => {
  const { saved, type, send } = ask(false)
  expect(screen.queryByRole('switch')).toBeNull()
  type('Coats')
  expect(screen.getByText('Replaces the view with this name.')).toBeTruthy()
  send()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(saved).toEqual([['Coats', false], 'closed'])
})
