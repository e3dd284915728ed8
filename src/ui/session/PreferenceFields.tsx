import { useState } from 'react'
import { useAtelier } from '../context.ts'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { LANGUAGES, type Language } from '../language.ts'
import { getPreferredTheme, saveLanguage, saveTheme, THEMES, type Theme } from '../preferences.ts'
import { useTranslate } from '../use-translate.ts'
import { LANGUAGE_NAMES } from './language-names.ts'

/** Theme and language settings of this device. */
export function PreferenceFields() {
  const translate = useTranslate()
  const { language } = useAtelier()
  const [theme, setTheme] = useState(getPreferredTheme)
  return (
    <>
      <SegmentedControl<Theme>
        label={translate('account.theme')}
        items={THEMES.map((id) => ({ id, label: translate(`account.theme.${id}`) }))}
        value={theme}
        onChange={(next) => {
          saveTheme(next)
          setTheme(next)
        }}
        wide
        showsLabel
      />
      <SegmentedControl<Language>
        label={translate('account.language')}
        items={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
        value={language}
        onChange={(next) => {
          saveLanguage(next)
          // Reloads, because messages are loaded only at startup.
          location.reload()
        }}
        wide
        showsLabel
      />
    </>
  )
}
