import type { FirstPage as Shown } from '../api/begun.ts'
import { Icon } from '../ui/kit/Icon.tsx'
import { painted } from '../ui/kit/painted.ts'
import { Spinner } from '../ui/kit/Spinner.tsx'
import { isNobody } from '../ui/nobody.ts'
import { SignInPage } from '../ui/session/SignInPage.tsx'
import { elementsOf } from './elements.ts'
import { handOver } from './hand-over.ts'
import { draw, styled } from './page.ts'

/**
 * Draws the page to sign in while the app's code is on its way, for whom nobody is signed in: fields that take what is
 * typed. What was drawn stands until the app has drawn the same.
 */
export async function drawPage(): Promise<Shown | undefined> {
  await styled()
  const place = document.getElementById('app')
  if (!place || !isNobody() || !globalThis.atelierFirst) return undefined
  const asked = new URLSearchParams(location.search)
  const reason = asked.get('reason') === 'login_required' ? 'login_required' : undefined
  const { translate } = draw(place, null, () => SignInPage({ reason, to: asked.get('to') ?? undefined }))
  const next = handOver(place, {
    isTheirs: isNobody,
    isWhole: (it) => it.querySelector('form') !== null,
    sending: { glyph: elementsOf(Icon({ children: Spinner() })).firstChild!, text: translate('action.working') },
  })
  return { next, painted: painted() }
}
