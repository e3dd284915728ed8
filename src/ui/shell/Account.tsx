import { CaretUpDownIcon } from '@phosphor-icons/react/CaretUpDown'
import { useRouter } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { isAnonymous } from '../../machines/rules/session-record.ts'
import { type Atelier, useAtelier } from '../context.ts'
import { finishHeldWork } from '../held-work.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { Menu } from '../kit/Menu.tsx'
import { LANGUAGES } from '../language.ts'
import { useMoment } from '../moment.ts'
import { keepLanguage, preferredTheme, showTheme, THEMES } from '../preferences.ts'
import { LANGUAGE_NAMES } from '../session/language-names.ts'
import styles from './Account.module.css'

/** Who is signed in, with theme, language and the way out. */
export function Account({ isBare = false, onKeys }: { isBare?: boolean; onKeys: () => void }) {
  const { session, translate, language } = useAtelier()
  const data = useSelector(useMoment(session), ({ context }) => context.data)
  const router = useRouter()
  const [theme, setTheme] = useState(preferredTheme)
  const isGuest = isAnonymous(data)
  const name = data?.name ?? (isGuest ? translate('account.guest') : (data?.email ?? ''))
  const signUp = () => router.navigate({ to: '/signup', search: { to: router.state.location.href } })
  const groups = [
    {
      items: [
        { id: 'account', label: translate('account.label'), onAction: () => router.navigate({ to: '/account' }) },
        ...(isGuest ? [{ id: 'sign-up', label: translate('guest.signUp'), onAction: signUp }] : []),
      ],
    },
    {
      heading: translate('account.theme'),
      choice: 'one' as const,
      items: THEMES.map((one) => ({
        id: `theme-${one}`,
        label: translate(`account.theme.${one}`),
        checked: one === theme,
        onAction: () => {
          showTheme(one)
          setTheme(one)
        },
      })),
    },
    {
      heading: translate('account.language'),
      choice: 'one' as const,
      items: LANGUAGES.map((one) => ({
        id: `language-${one}`,
        label: LANGUAGE_NAMES[one],
        checked: one === language,
        onAction: () => {
          keepLanguage(one)
          location.reload()
        },
      })),
    },
    {
      items: [
        { id: 'keys', label: translate('account.keys'), keys: ['?'], onAction: onKeys },
        { id: 'docs', label: translate('account.docs'), onAction: showDocs },
      ],
    },
    {
      items: [
        {
          id: 'sign-out',
          label: translate('account.signOut'),
          onAction: () => signOut(session),
        },
      ],
    },
  ]
  return (
    <Menu label={translate('account.label')} groups={groups} placement="top start">
      {(button) => (
        <Button
          {...button}
          variant="ghost"
          className={styles.who}
          // The words that are seen, as they are seen, and then what they are for.
          aria-label={`${data?.email && data.email !== name ? `${name} ${data.email}` : name}, ${translate('account.label')}`}
          data-bare={isBare || undefined}
        >
          <Avatar name={name} />
          {!isBare && (
            <>
              <span className={styles.words}>
                <b>{name}</b> {data?.email && data.email !== name && <small>{data.email}</small>}
              </span>
              <Icon size="sm">
                <CaretUpDownIcon />
              </Icon>
            </>
          )}
        </Button>
      )}
    </Menu>
  )
}

/** Ends the session, once what waits to be undone is done. */
export const signOut = (session: Atelier['session']) =>
  void finishHeldWork().then(() => session.send({ type: 'logout.requested' }))

/** Shows how the API is called, in a tab of its own. */
export const showDocs = () => void window.open('/docs', '_blank', 'noopener')
