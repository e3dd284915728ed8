import { expect, test } from 'vitest'
import { composeProofMail } from '../../../server/mail/proof-mail.ts'

test('an email escapes markup in its link', () => {
  const proof = { code: '012345', linkId: 'x' }
  const { text, html } = composeProofMail('a@house.example', 'verify', proof, 'https://a.example/"><b\'&')
  expect(text).toBe(`Verify your e-mail address with this code. It works once and expires in 10 minutes.

    012345

Or open this link (expires in 24 hours):

https://a.example/"><b'&/verify?id=x

If you don’t have an Atelier account, ignore this e-mail.
`)
  const link = 'https://a.example/&#34;&#62;&#60;b&#39;&#38;/verify?id=x'
  expect(html).toBe(`<!doctype html>
<html lang="en"><body>
<p>Verify your e-mail address with this code. It works once and expires in 10 minutes.</p>
<p style="font-size:24px;letter-spacing:4px"><strong>012345</strong></p>
<p>Or open this link (expires in 24 hours):<br><a href="${link}">${link}</a></p>
<p>If you don’t have an Atelier account, ignore this e-mail.</p>
</body></html>
`)
})

test('an email with only a code has no link', () => {
  const { text, html } = composeProofMail(
    'a@house.example',
    'login',
    { code: '012345', linkId: 'x' },
    'https://a.example',
  )
  expect(text).toBe(`Sign in to Atelier with this code. It works once and expires in 10 minutes.

    012345

If you didn’t ask for it, ignore this e-mail. Nobody can sign in without the code.
`)
  expect(html.split('\n')).toHaveLength(7)
})
