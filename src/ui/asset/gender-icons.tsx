import { GenderFemaleIcon } from '@phosphor-icons/react/GenderFemale'
import { GenderIntersexIcon } from '@phosphor-icons/react/GenderIntersex'
import { GenderMaleIcon } from '@phosphor-icons/react/GenderMale'

export const GENDER_ICONS = {
  male: <GenderMaleIcon />,
  female: <GenderFemaleIcon />,
  neutral: <GenderIntersexIcon />,
} as const
