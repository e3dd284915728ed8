import { CircleHalfIcon } from '@phosphor-icons/react/CircleHalf'
import { type ReactNode, useState } from 'react'
import { StillLifeIllustration } from '../kit/feedback/StillLifeIllustration.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Logo } from '../kit/Logo.tsx'
import { sessionMessages } from '../messages/session.ts'
import { getPreferredTheme, saveTheme, THEMES } from '../preferences.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AuthPageLayout.module.css'

/** Layout of the sign-in, sign-up, verification and reset pages: form, `foot` below it, and an illustration. */
export function AuthPageLayout({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  const translate = useTranslate()
  return (
    <main className={styles.studio}>
      <div className={styles.pane}>
        <Logo name={translate('app.name')} />
        {children}
        <footer className={styles.foot}>
          {foot && <span>{foot}</span>}
          <ThemeSwitch />
        </footer>
      </div>
      <StillLifeIllustration className={styles.scene} />
    </main>
  )
}

/** Button that switches to the next theme: system, light, dark. */
function ThemeSwitch() {
  const translate = useTranslate(sessionMessages)
  const [theme, setTheme] = useState(getPreferredTheme)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!
  return (
    <IconButton
      size="sm"
      label={translate('theme.label', { theme: translate(`theme.${theme}`) })}
      icon={<CircleHalfIcon />}
      onClick={() => {
        saveTheme(next)
        setTheme(next)
      }}
    />
  )
}
