// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AtelierContext } from '../../../../src/ui/context.ts'
import { SaveViewDialog } from '../../../../src/ui/list/views/SaveViewDialog.tsx'
import { createTranslateFor } from '../../../support/translate.ts'
import '../../kit/support.ts'

function showDialog(canShare: boolean) {
  const saved: unknown[] = []
  render(
    <AtelierContext value={{ language: 'en', translate: createTranslateFor('en') } as never}>
      <SaveViewDialog
        {...{ initial: '', existingNames: ['Coats'], isOnDevice: false, canShare }}
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

test('saves a view under its name, and also shares the view on request', () => {
  const { saved, type, send } = showDialog(true)
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

test('hides sharing without permission, and warns of a duplicate name', () => {
  const { saved, type, send } = showDialog(false)
  expect(screen.queryByRole('switch')).toBeNull()
  type('Coats')
  expect(screen.getByText('Replaces the view with this name.')).toBeTruthy()
  send()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(saved).toEqual([['Coats', false], 'closed'])
})
