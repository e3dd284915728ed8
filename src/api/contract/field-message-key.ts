import type { ErrorMessageKey } from './errors.ts'

/** Message key of a field's fault: the message of a schema's check, or the key of a server error. */
export type FieldMessageKey =
  | ErrorMessageKey
  | `form.${'wrong' | 'fileMissing' | 'fileUnsent'}`
  | `account.name${'TooLong' | 'Odd'}`
  | `asset.${'nameMissing' | 'nameTooLong' | 'nameOdd' | 'typeMissing' | 'genderMissing'}`
  | 'code.odd'
  | `password.${'missing' | 'tooShort' | 'tooLong'}`
  | `settings.view.name${'Missing' | 'TooLong' | 'Odd'}`
  | `signin.${'emailMissing' | 'emailOdd' | 'passwordMissing'}`
  | `tag.${'nameMissing' | 'nameTooLong' | 'nameOdd' | 'colorMissing'}`
  | 'tags.merge.missing'
  | `token.name${'Missing' | 'TooLong'}`
  | `webhook.${'urlMissing' | 'urlWrong' | 'descriptionTooLong'}`
