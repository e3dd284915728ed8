import { useState } from 'react'
import { useAtelier } from '../context.ts'
import { Segmented } from '../kit/Segmented.tsx'
import { LANGUAGES, type Language } from '../language.ts'
import { keepLanguage, preferredTheme, showTheme, THEMES, type Theme } from '../preferences.ts'
import { LANGUAGE_NAMES } from './language-names.ts'

/** How the app looks and speaks on this machine. */
export function PreferenceFields() {
  const { translate, language } = useAtelier()
  const [theme, setTheme] = useState(preferredTheme)
  return (
    <>
      <Segmented<Theme>
        label={translate('account.theme')}
        items={THEMES.map((id) => ({ id, label: translate(`account.theme.${id}`) }))}
        value={theme}
        onChange={(next) => {
          showTheme(next)
          setTheme(next)
        }}
        wide
        showsLabel
      />
      <Segmented<Language>
        label={translate('account.language')}
        items={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
        value={language}
        onChange={(next) => {
          keepLanguage(next)
          // Words are loaded once, at the start.
          location.reload()
        }}
        wide
        showsLabel
      />
    </>
  )
}
