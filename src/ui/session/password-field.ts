import type { FormField } from '../../machines/form/form.ts'

/** Password field of a form in which the password is optional. Shown only while `way` is `password`. */
export const PASSWORD_FIELD: FormField = { name: 'password', kind: 'value', when: { name: 'way', is: 'password' } }
