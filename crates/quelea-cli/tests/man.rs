//! `quelea man`: a manual page for the program and one for each command.

mod program;
use program::{call_in, fails_in, folder, left, output_in, read};

#[test]
fn every_command_has_a_manual_page() {
    let folder = folder();
    let out = output_in(folder.path(), &["man", "--out", "man/man1"]);
    let pages = left(&folder.path().join("man/man1"));
    assert_eq!(out, format!("{} pages in man/man1\n", pages.len()));
    let help = output_in(folder.path(), &["--help"]);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // A long description goes on in the next line, further to the right.
    let names = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|name| !name.is_empty());
    let names: Vec<&str> = names.filter(|name| *name != "help").collect();
    for name in &names {
        assert!(pages.contains(&format!("quelea-{name}.1")), "{name}: {pages:?}");
    }
    assert!(names.len() > 10 && pages.contains(&"quelea.1".to_owned()));
    assert!(pages.contains(&"quelea-paper-lee2008.1".to_owned()), "{pages:?}");
    let page = read(&folder.path().join("man/man1"), "quelea-run.1");
    assert!(page.contains(".TH quelea-run 1") && page.contains("\\-\\-state\\-out"), "{page}");
    assert!(read(&folder.path().join("man/man1"), "quelea.1").contains("interrupted by Ctrl"));
    // The page of the program is printed where no folder is given.
    assert_eq!(output_in(folder.path(), &["man"]), read(&folder.path().join("man/man1"), "quelea.1"));
}

#[test]
fn existing_pages_are_kept_unless_forced() {
    let folder = folder();
    std::fs::write(folder.path().join("quelea-run.1"), "mine").unwrap();
    fails_in(folder.path(), &["man", "--out", "."], 2, &["quelea-run.1", "exists", "--force"]);
    assert_eq!(left(folder.path()), ["quelea-run.1"]);
    assert_eq!(read(folder.path(), "quelea-run.1"), "mine");
    assert_eq!(call_in(folder.path(), &["man", "--out", ".", "--force"]).code, 0);
    assert!(read(folder.path(), "quelea-run.1").contains(".TH"));
}
