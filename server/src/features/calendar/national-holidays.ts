import type { CivilDate } from '@malote/core/shared/civil-date.ts'

/**
 * The ten national holidays, by their rules in `date-holidays` (contract 11.6). Its list also has days that are not
 * national holidays by law, such as carnival and election Sundays.
 */
const nationalHolidays: Readonly<Record<string, string>> = {
  '01-01': 'Confraternização Universal',
  'easter -2': 'Sexta-feira Santa',
  '04-21': 'Tiradentes',
  '05-01': 'Dia do Trabalho',
  '09-07': 'Independência do Brasil',
  '10-12': 'Nossa Senhora Aparecida',
  '11-02': 'Finados',
  '11-15': 'Proclamação da República',
  '11-20': 'Dia Nacional de Zumbi e da Consciência Negra',
  '12-25': 'Natal',
}

/** The national holidays of a year, as legally valid then: 20/11 only since 2024. */
export async function nationalHolidaysOf(year: number): Promise<{ date: CivilDate; name: string }[]> {
  // Imported on demand, because the package contains the holidays of the whole world.
  const { default: Holidays } = await import('date-holidays')
  return new Holidays('BR').getHolidays(year).flatMap(({ date, rule }) => {
    const name = nationalHolidays[rule]
    return name === undefined ? [] : [{ date: date.slice(0, 10), name }]
  })
}
