import { inTheme } from './engine-cases.ts';
import type { EngineSite } from './engine-site.ts';
import { addedTo } from './moved-texts.ts';
import type { AddPage } from './planted-page.ts';

const textsOfLanguage = 12;

/** Texts of a site in other languages, each in the site's theme and below its title, which nobody translated. @param translations by language */
export function addTranslations(
  site: EngineSite,
  add: AddPage,
  translations: Readonly<Record<string, (paragraph: string) => string>>,
): void {
  for (const [language, translated] of Object.entries(translations)) {
    for (const [place, { document }] of site.texts.slice(0, textsOfLanguage).entries()) {
      const { title, slug } = document;
      const paragraphs = document.paragraphs.map(translated);
      const body = inTheme(site.slots['1.0'][place], place, { title, paragraphs });
      const content = `${site.engine.name} ${title} in ${language}`;
      add({ ...addedTo(site), how: 'own', content, url: `https://${site.host}/${language}/${slug}`, body });
    }
  }
}
