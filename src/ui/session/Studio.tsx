import { CircleHalfIcon } from '@phosphor-icons/react/CircleHalf'
import { type ReactNode, useState } from 'react'
import { useAtelier } from '../context.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { Logo } from '../kit/Logo.tsx'
import { StillLife } from '../kit/StillLife.tsx'
import { preferredTheme, showTheme, THEMES } from '../preferences.ts'
import styles from './Studio.module.css'

/** The frame of the account pages: the form at the left, a quiet scene under north light at the right; `foot` stands below the form. */
export function Studio({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  const { translate } = useAtelier()
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
      <StillLife className={styles.scene} />
    </main>
  )
}

/** Goes round the themes: system, light, dark. */
function ThemeSwitch() {
  const { translate } = useAtelier()
  const [theme, setTheme] = useState(preferredTheme)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!
  return (
    <IconButton
      size="sm"
      label={translate('theme.label', { theme: translate(`theme.${theme}`) })}
      icon={<CircleHalfIcon />}
      onClick={() => {
        showTheme(next)
        setTheme(next)
      }}
    />
  )
}
