// @vitest-environment jsdom
import { act, render } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { AtelierContext } from '../../src/ui/context.ts'
import type { MessageKey } from '../../src/ui/message-key.ts'
import { tagsMessages } from '../../src/ui/messages/tags.ts'
import { createTranslator, type Translate, translateIfKnown } from '../../src/ui/messages.ts'
import { useTranslate } from '../../src/ui/use-translate.ts'
import { createTranslateFor } from '../support/translate.ts'

function TagsTitle({ catalog = tagsMessages }: { catalog?: typeof tagsMessages }) {
  return useTranslate(catalog)('tags.title')
}

test('suspends a view until its messages are loaded', async () => {
  const atelier = { language: 'en', ...createTranslator('en') }
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const slowMessages = { ...tagsMessages, en: () => released.then(tagsMessages.en) }
  const container = document.body.appendChild(document.createElement('div'))
  await act(async () => {
    render(
      <AtelierContext value={atelier as never}>
        <Suspense fallback="waiting">
          <TagsTitle catalog={slowMessages} />
        </Suspense>
      </AtelierContext>,
      { container },
    )
  })
  expect(container.textContent).toBe('waiting')
  await act(async () => {
    release()
    await atelier.loadMessages(slowMessages)
  })
  expect(container.textContent).toBe('Tags')
})

test('renders a view immediately if its messages are loaded', async () => {
  const atelier = { language: 'en', ...createTranslator('en') }
  await atelier.loadMessages(tagsMessages)
  const { container } = render(
    <AtelierContext value={atelier as never}>
      <TagsTitle />
    </AtelierContext>,
  )
  expect(container.textContent).toBe('Tags')
})

test('translateIfKnown returns undefined for a key without a message', () => {
  const translate = createTranslateFor('en')
  expect(translateIfKnown(translate, 'account.role.', 'admin')).toBe('Admin')
  expect(translateIfKnown(translate, 'account.role.', 'astronaut')).toBeUndefined()
})

/** Uses known and unknown message keys. The compiler rejects the unknown keys. */
function TypedKeys() {
  const translate = useTranslate(tagsMessages)
  const translateCommon = useTranslate()
  return [
    translate('tags.title'),
    translate('action.retry'),
    // @ts-expect-error the key is misspelt
    translate('tags.titel'),
    // @ts-expect-error the view loads no messages of users
    translate('users.title'),
    // @ts-expect-error the view loads only common messages here
    translateCommon('tags.title'),
    // @ts-expect-error the translate function selects the singular itself
    translate('tags.onAssets.one'),
    // @ts-expect-error no key begins like this
    translateIfKnown(translate, 'tag.colour.', 'red'),
  ].join(' ')
}

test('translate accepts, by its type, only keys of the messages that the view loads', () => {
  const { container } = render(
    <AtelierContext value={{ language: 'en', translate: createTranslateFor('en') } as never}>
      <TypedKeys />
    </AtelierContext>,
  )
  expect(container.textContent).toBe('Tags Retry tags.titel Users Tags 1 asset ')
})

test('a translate function for all keys is assignable to the type for one key, but not the reverse', () => {
  const translateOne: Translate<'tags.title'> = createTranslateFor('en')
  // @ts-expect-error the function knows only one key
  const translateTags: Translate<MessageKey<'tags'>> = translateOne
  expect(translateTags('tags.title')).toBe('Tags')
})
