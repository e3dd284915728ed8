import { CaretUpDownIcon } from '@phosphor-icons/react/CaretUpDown'
import { useRouter } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { isAnonymous } from '../../machines/session/session-record.ts'
import { type Atelier, useAtelier } from '../context.ts'
import { flushDelayedWork } from '../delayed-work.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { Menu } from '../kit/overlays/Menu.tsx'
import { LANGUAGES } from '../language.ts'
import { getPreferredTheme, saveLanguage, saveTheme, THEMES } from '../preferences.ts'
import { LANGUAGE_NAMES } from '../session/language-names.ts'
import { useTimeTravel } from '../time-travel.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AccountMenu.module.css'

export function AccountMenu({ isBare = false, onKeys }: { isBare?: boolean; onKeys: () => void }) {
  const translate = useTranslate()
  const { session, language } = useAtelier()
  const data = useSelector(useTimeTravel(session), ({ context }) => context.data)
  const router = useRouter()
  const [theme, setTheme] = useState(getPreferredTheme)
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
      items: THEMES.map((id) => ({
        id: `theme-${id}`,
        label: translate(`account.theme.${id}`),
        checked: id === theme,
        onAction: () => {
          saveTheme(id)
          setTheme(id)
        },
      })),
    },
    {
      heading: translate('account.language'),
      choice: 'one' as const,
      items: LANGUAGES.map((id) => ({
        id: `language-${id}`,
        label: LANGUAGE_NAMES[id],
        checked: id === language,
        onAction: () => {
          saveLanguage(id)
          location.reload()
        },
      })),
    },
    {
      items: [
        { id: 'keys', label: translate('account.keys'), keys: ['?'], onAction: onKeys },
        { id: 'docs', label: translate('account.docs'), onAction: openApiDocs },
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
          // Accessible name: the visible text, followed by the purpose.
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

/** Ends the session, after running the actions that wait for their Undo to expire. */
export const signOut = (session: Atelier['session']) =>
  void flushDelayedWork().then(() => session.send({ type: 'logout.requested' }))

export const openApiDocs = () => void window.open('/docs', '_blank', 'noopener')
